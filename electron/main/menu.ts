import { Menu } from 'electron';
import { menuTemplate } from './menu-template.ts';

/** Sets the application menu. */
export function installMenu(): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform)));
}
