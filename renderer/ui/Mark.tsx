/** The product's mark: a loupe over lines of text. Drawn here because no icon set has it. */
export const Mark = ({ size }: { size: number }) => (
  <svg className="mark" viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
    <circle cx="7" cy="7" r="5.2" />
    <path d="M11 11l3.2 3.2" strokeWidth="2.2" />
    <path d="M4.6 7h4.8M4.6 5h2.2M6.8 9h2.6" strokeWidth="1.2" />
  </svg>
);
