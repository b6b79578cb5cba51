/** Where the parts of the app are, as Tools/web/build named them. */

/** The WebAssembly of the core; empty where the app was built without it. */
export declare const core: string;

/** The worker that holds it. */
export declare const worker: string;

/** The address of what takes the place of the early small window. */
export declare const mini: string;

/** The address of the style of what is not in the first load. */
export declare const style: string;
