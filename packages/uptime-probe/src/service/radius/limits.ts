/** The longest value of an attribute, in bytes (RFC 2865 section 5). */
export const ATTRIBUTE_BYTES = 253
/** The longest password, in bytes (RFC 2865 section 5.2). */
export const PASSWORD_BYTES = 128
