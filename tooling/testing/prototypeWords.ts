/** Words that a table or a record may have by accident: an object literal inherits most of them. */
export const prototypeWords = [
  "constructor",
  "__proto__",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "isPrototypeOf",
  "then"
] as const
