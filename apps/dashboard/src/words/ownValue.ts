/**
 * Returns the value of a record's own property, or undefined. The name can be any text, even the name of a property of
 * Object.prototype.
 */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
