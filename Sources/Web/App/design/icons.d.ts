/** The icons that the sources name, as paths of bootstrap-icons; written by `Tools/web/icons` at build. A path that begins with `~` is filled even-odd. */
export const icons: Readonly<Record<string, readonly string[]>>;
