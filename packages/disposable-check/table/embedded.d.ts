/** The table of disposable.bin in base64; written by the build. */
export declare const TABLE_BASE64: string
