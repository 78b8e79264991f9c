/** The part of the key of a delivery that says that it changes an earlier message. */
export const UPDATE = ":acknowledgement:"

/**
 * SQL for whether the delivery `d` changes an earlier message about the same incident, because somebody acknowledged
 * the incident or took that back.
 */
export const isUpdate = (d: string): string => `(position('${UPDATE}' in ${d}.key) > 0)`
