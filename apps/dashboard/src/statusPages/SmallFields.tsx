import type { AutomaticPosts } from "@mon/model"
import { type ComponentProps, useId } from "react"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { statusPagesWords } from "./statusPagesWords.ts"
import { ownValue } from "../words/ownValue.ts"

export type Change<Draft> = (changes: Partial<Draft>) => void

export const CheckField = ({
  checked,
  label,
  onChange
}: {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) => (
  <label className={form["check"]}>
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} /> {label}
  </label>
)

export const TextField = ({
  hint,
  label,
  onChange,
  ...control
}: Pick<ComponentProps<"input">, "autoCapitalize" | "minLength" | "required" | "spellCheck"> & {
  readonly label: string
  readonly hint?: string
  readonly maxLength: number
  readonly value: string
  readonly onChange: (value: string) => void
}) => (
  <Field label={label} {...(hint === undefined ? {} : { hint })}>
    {(shared) => (
      <input {...shared} autoComplete="off" {...control} onChange={({ target }) => onChange(target.value)} />
    )}
  </Field>
)

export const Radios = <Value extends string>({
  chosen,
  hint,
  names,
  onChange,
  title,
  values
}: {
  readonly title: string
  readonly hint?: string
  readonly values: ReadonlyArray<Value>
  readonly names: Readonly<Record<Value, string>>
  readonly chosen: Value | null
  readonly onChange: (value: Value) => void
}) => {
  const name = useId()
  return (
    <fieldset className={form["parts"]}>
      <legend>{title}</legend>
      {hint === undefined ? null : <p>{hint}</p>}
      {values.map((value) => (
        <label key={value} className={form["check"]}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChange(value)} />{" "}
          {ownValue(names, value)}
        </label>
      ))}
    </fieldset>
  )
}

const AUTOMATIC: ReadonlyArray<AutomaticPosts> = ["off", "draft", "publish", "publish_and_notify"]

export const AutomaticPostsField = ({
  chosen,
  onChange
}: {
  readonly chosen: AutomaticPosts
  readonly onChange: (value: AutomaticPosts) => void
}) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <Radios
      title={words.automaticTitle}
      values={AUTOMATIC}
      names={words.automatic}
      chosen={chosen}
      onChange={onChange}
    />
  )
}
