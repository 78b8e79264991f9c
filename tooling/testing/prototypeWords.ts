/** Words that a table or a record may contain by accident. Every object literal inherits most of them. */
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
