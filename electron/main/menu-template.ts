import type { MenuItemConstructorOptions } from 'electron';

/**
 * The menu bar. Its accelerators come before the page's own keys, so none of them may be a key the page uses: the
 * developer tools get one everywhere because Electron's own on macOS is the inspector's.
 */
export function menuTemplate(platform: string): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const appMenu: MenuItemConstructorOptions = { role: 'appMenu' };
  const fileMenu: MenuItemConstructorOptions = { label: '&File', submenu: [{ role: 'quit' }] };
  return [
    mac ? appMenu : fileMenu,
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'reload', accelerator: 'CmdOrCtrl+R' },
        { role: 'toggleDevTools', accelerator: 'CmdOrCtrl+Shift+I' },
        { type: 'separator' },
        { role: 'resetZoom', accelerator: 'CmdOrCtrl+0' },
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+Plus' },
        // The same key without Shift, for keyboards that need Shift for the plus.
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
        { role: 'zoomOut', accelerator: 'CmdOrCtrl+-' },
        { type: 'separator' },
        { role: 'togglefullscreen', accelerator: mac ? 'Ctrl+Cmd+F' : 'F11' },
      ],
    },
    { role: 'windowMenu' },
  ];
}
