/** Endings of files that do something when they are opened, on any system. */
const PROGRAM_ENDINGS = new Set(
  // Windows
  (
    'exe com scr pif msi msp msu mst bat cmd ps1 ps1xml ps2 ps2xml psc1 psc2 psm1 psd1 vb vbs vbe js jse mjs cjs ws wsf wsc wsh ' +
    'hta cpl dll ocx sys drv inf ins isp reg scf lnk url website library-ms search-ms settingcontent-ms appref-ms application ' +
    'appx appxbundle msix msixbundle appinstaller gadget jar jnlp msc mcf chm hlp job sct shb shs xll xbap diagcab theme themepack ' +
    'rdp iso img vhd vhdx cab ' +
    // Office files with macros
    'docm dotm xlsm xltm xlam pptm potm ppam ppsm sldm accdb accde mdb mde ' +
    // macOS
    'app command terminal tool workflow action pkg mpkg dmg scpt scptd applescript webloc inetloc fileloc ftploc mobileconfig kext osax prefpane ' +
    // Linux and others
    'desktop directory service socket sh bash zsh fish csh ksh run bin elf out so deb rpm apk appimage flatpak flatpakref snap ' +
    'py pyc pyo pyw pyz rb pl pm php phar lua tcl r awk ps xpi crx'
  ).split(' '),
);

/** What files that run begin with, as Latin-1 text. */
const PROGRAM_BEGINS = [
  '#!',
  'MZ',
  '\x7fELF',
  '[Desktop Entry]',
  '[InternetShortcut]',
  'L\0\0\0\x01\x14\x02\0',
  '\xca\xfe\xba\xbe',
  '\xfe\xed\xfa\xce',
  '\xfe\xed\xfa\xcf',
  '\xce\xfa\xed\xfe',
  '\xcf\xfa\xed\xfe',
];

/** Endings that say what a file is; without one the system goes by the content. */
const endingOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase().trim() ?? '';

/**
 * Why a file is not opened in another program: it may be a program itself. `ending`: by its name. `content`: by how it
 * begins. Undefined: nothing speaks against it.
 */
export function programSign(name: string, head?: Uint8Array): 'ending' | 'content' | undefined {
  if (PROGRAM_ENDINGS.has(endingOf(name))) return 'ending';
  if (!head) return undefined;
  const begin = String.fromCharCode(...head.subarray(0, 64)).replace(/^\xef\xbb\xbf/, '');
  const words = begin.trimStart();
  return PROGRAM_BEGINS.some((sign) => begin.startsWith(sign) || words.startsWith(sign)) ? 'content' : undefined;
}
