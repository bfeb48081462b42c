export const card = {} as const;
