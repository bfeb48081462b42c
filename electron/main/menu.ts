import { Menu } from 'electron';
import { menuTemplate } from './menu-template.ts';

/** Sets the application menu. */
export function installMenu(): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform)));
}

/** Spares Electron a menu of its own until ours is there. Has to run before the app is ready. */
export function withoutDefaultMenu(): void {
  Menu.setApplicationMenu(null);
}
