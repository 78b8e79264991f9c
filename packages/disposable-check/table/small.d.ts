/** The small table in base64; written by the build. */
export declare const SMALL_TABLE_BASE64: string
