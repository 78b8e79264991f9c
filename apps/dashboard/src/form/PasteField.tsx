import { type ReactNode, useEffect, useEffectEvent, useState } from "react"
import { carriedText } from "./carriedText.ts"
import { Field } from "./Field.tsx"
import form from "./Form.module.css"
import css from "./PasteField.module.css"

/** A field above a form. The form is filled in from the text that a person types or pastes into the field. */
export const PasteField = ({
  children,
  hint,
  label,
  onText,
  placeholder
}: {
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  /** Called with each text, also with the text that another screen stored for this one. */
  readonly onText: (text: string) => void
  /** Shows how a text was read. The text is not empty and has no spaces around it. */
  readonly children: (text: string) => ReactNode
}) => {
  const [text, setText] = useState(carriedText)
  const trimmed = text.trim()
  const begin = useEffectEvent(() => {
    if (trimmed !== "") onText(text)
  })
  useEffect(begin, [])
  return (
    <div className={`${form["form"]} ${css["paste"]}`}>
      <Field label={label} hint={hint}>
        {(shared) => (
          <input
            {...shared}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={placeholder}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              onText(target.value)
            }}
          />
        )}
      </Field>
      <p role="status" className={css["state"]}>
        {trimmed === "" ? null : children(trimmed)}
      </p>
    </div>
  )
}
