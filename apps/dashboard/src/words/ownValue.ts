/** The value of a record under a name, which may be any word; undefined if the record does not have it as its own. */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
