import { useState } from "react"
import { Link } from "wouter"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import css from "./PasteAddress.module.css"
import { readService } from "./readService.ts"
import { useServiceWords } from "./useServiceWords.ts"

const WEB = /^https?:\/\//iu

/** Fills in the form of a new service from an address that a person types or pastes. */
export const PasteAddress = ({
  onValues
}: {
  readonly onValues: (values: Readonly<Record<string, unknown>>) => void
}) => {
  const { paste: text, types } = useServiceWords()
  const [address, setAddress] = useState("")
  const trimmed = address.trim()
  const read = readService(trimmed)
  const change = (next: string) => {
    setAddress(next)
    const check = readService(next)
    if (check !== null) onValues({ check })
  }
  return (
    <div className={`${form["form"]} ${css["paste"]}`}>
      <Field label={text.label} hint={text.hint}>
        {(shared) => (
          <input
            {...shared}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="postgres://mon:password@db.example.com/shop"
            value={address}
            onChange={({ target }) => change(target.value)}
          />
        )}
      </Field>
      <p role="status" className={css["state"]}>
        {trimmed === "" ? null : read !== null ? (
          text.read(types[read.type])
        ) : WEB.test(trimmed) ? (
          <Link href={`/add?sites=${encodeURIComponent(trimmed)}`}>{text.web}</Link>
        ) : (
          text.unread
        )}
      </p>
    </div>
  )
}
