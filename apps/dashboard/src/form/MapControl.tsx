import type { PartForm } from "@mon/model"
import { useId, useState } from "react"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Form.module.css"
import { spelledOut } from "./fieldValues.ts"
import { recordOf } from "./partValues.ts"

/**
 * Edits pairs of a name and a value, such as header fields. The rows keep their order while a person edits the names.
 */
export const MapControl = ({
  form,
  isReadOnly,
  onChange,
  path,
  value
}: {
  readonly form: Extract<PartForm, { readonly kind: "map" }>
  readonly path: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly isReadOnly: boolean
}) => {
  const id = useId()
  const { words } = useLanguage()
  const label = words.form.labels[path] ?? spelledOut(path.slice(path.lastIndexOf(".") + 1))
  const [rows, setRows] = useState(() =>
    Object.entries(recordOf(value)).map(([name, text]) => [name, String(text)] as const)
  )
  const isSealed = form.value.kind === "text" && form.value.isSealed === true
  const change = (next: ReadonlyArray<readonly [string, string]>) => {
    setRows([...next])
    onChange(Object.fromEntries(next.filter(([name]) => name.trim() !== "").map(([name, text]) => [name.trim(), text])))
  }
  const put = (index: number, row: readonly [string, string]) =>
    change(rows.map((one, position) => (position === index ? row : one)))
  return (
    <fieldset className={css["parts"]} aria-describedby={`${id}-hint`} disabled={isReadOnly}>
      <legend>{label}</legend>
      <p id={`${id}-hint`}>
        {words.form.hints[path] ?? form.about}
        {isSealed && rows.some(([, text]) => text === "***") ? ` ${words.form.sealed}` : ""}
      </p>
      {rows.map(([name, text], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no identity of their own
        <div key={index} className={css["pair"]}>
          <input
            aria-label={words.form.entryName(index + 1)}
            placeholder={words.form.nameOfEntry}
            value={name}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => put(index, [target.value, text])}
          />
          <input
            aria-label={words.form.entryValue(name)}
            placeholder={words.form.valueOfEntry}
            value={text}
            spellCheck={false}
            autoComplete="off"
            maxLength={form.value.kind === "text" ? form.value.maximum : undefined}
            onChange={({ target }) => put(index, [name, target.value])}
          />
          <Button
            aria-label={words.form.removeEntry(name)}
            onClick={() => change(rows.filter((_, position) => position !== index))}
          >
            {words.form.remove}
          </Button>
        </div>
      ))}
      {isReadOnly || rows.length >= form.maximum ? null : (
        <Button aria-label={words.form.addTo(label)} onClick={() => change([...rows, ["", ""]])}>
          {words.form.add}
        </Button>
      )}
    </fieldset>
  )
}
