// With the window's own styles in one sheet: those that came with the code of a panel would come late, and after what the
// window says about it.
import.meta.glob('./*/*.css', { eager: true });
