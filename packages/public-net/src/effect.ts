export { NetworkPolicy } from "./NetworkPolicy.ts"
