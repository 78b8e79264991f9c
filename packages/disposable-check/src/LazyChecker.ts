import { type Checker, createChecker } from "./Checker.ts"

/** Returns the functions of an entry point. They share a checker, which loads its table at the first call. */
export const makeLazyChecker = (load: () => Uint8Array) => {
  let opened: Checker | undefined
  const checker = (): Checker => (opened ??= createChecker(load()))
  const checkDisposable: Checker["check"] = (input, options) => checker().check(input, options)
  const isDisposable: Checker["isDisposable"] = (input, options) => checker().isDisposable(input, options)
  const mailClass: Checker["mailClass"] = (input) => checker().mailClass(input)
  return { checker, checkDisposable, isDisposable, mailClass }
}
