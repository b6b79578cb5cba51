/** The app's files, as Tools/web/build listed them. */

/** Of everything that is kept: another one as soon as any of it is another. */
export declare const version: string;

/** Addresses of all files but the page itself. */
export declare const kept: readonly string[];
