// Before every panel's own styles, so that those can say something else.
import './tokens.css';
import './base.css';
import './ui/ui.css';
import './ui/controls.css';
import './ui/overlays.css';
import './views/views.css';
import './features/styles.ts';
