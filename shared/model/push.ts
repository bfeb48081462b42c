export interface TaskPushNotificationConfig {
  tenant?: string;
  id?: string;
  taskId?: string;
  url: string;
  token?: string;
  authentication?: { scheme: string; credentials?: string };
}

/** Operation of the exchange by which Loupe sends a made-up delivery, as an agent would. */
export const TEST_DELIVERY = 'TestDelivery';

const STORED = /^\{\{stored\.([\w-]+)\}\}$/;

/** What stands in a push configuration for a stored credential: the engine puts its secret in its place. */
export const storedCredential = (id: string): string => `{{stored.${id}}}`;

/** Id of the stored credential that a text stands for. */
export const storedIdOf = (text: unknown): string | undefined =>
  typeof text === 'string' ? STORED.exec(text)?.[1] : undefined;
