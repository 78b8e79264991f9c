/** The table, as a bundler's binary loader gives it. */
declare const bytes: Uint8Array
export default bytes
