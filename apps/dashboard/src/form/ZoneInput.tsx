import { type ComponentProps, useEffect, useId, useRef } from "react"
import { useLanguage } from "../words/language.ts"
import { isZone } from "./zonedTime.ts"

const zones = (): ReadonlyArray<string> => ["UTC", ...Intl.supportedValuesOf("timeZone")]

/** Chooses a time zone by typing. An unknown name is refused before the form is sent. */
export const ZoneInput = ({ onChange, ...shared }: ComponentProps<"input">) => {
  const { words } = useLanguage()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const judge = () => {
    const name = input.current?.value.trim() ?? ""
    input.current?.setCustomValidity(name === "" || isZone(name) ? "" : words.form.unknownZone)
  }
  // An effect also checks values that other code has set.
  useEffect(judge)
  return (
    <>
      <input
        {...shared}
        ref={input}
        list={list}
        required
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          judge()
          onChange?.(event)
        }}
      />
      <datalist id={list}>
        {zones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
