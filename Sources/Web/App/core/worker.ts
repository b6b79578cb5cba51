/** The worker that holds the core. */

export {};
