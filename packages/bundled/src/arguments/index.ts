export { type ArgumentCode, type ArgumentFault, inside, type Kind, mismatch, type OptionalKind } from "./kinds.ts"
export {
  anything,
  aBigint,
  aBoolean,
  aUint8Array,
  aFunction,
  either,
  kindOf,
  listOf,
  milliseconds,
  nullable,
  aNumber,
  oneOf,
  optional,
  secretly,
  anAbortSignal,
  aString,
  textLike,
  whole
} from "./kinds.ts"
export { byProperty, type FieldsOf, mapOf, optionsOf, shape, variants, withDefaults } from "./kinds.ts"
export { argumentError, type ArgumentError, argumentsOf } from "./kinds.ts"
