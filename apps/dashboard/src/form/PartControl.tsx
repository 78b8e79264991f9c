import type { NamedPartForm, PartForm } from "@mon/model"
import { useId, useState } from "react"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import { DurationControl } from "./DurationControl.tsx"
import css from "./Form.module.css"
import { spelledOut } from "./fieldValues.ts"
import { MapControl } from "./MapControl.tsx"
import { chosenOf, emptyOf, firstPartOf, listOf, recordOf, scalarOf, scalarText } from "./partValues.ts"
import { ownValue } from "../words/ownValue.ts"

/**
 * The props of the control for a part of a value. `path` contains the names of the parts without list positions:
 * "expect.text".
 */
export interface PartProps<Form extends PartForm = PartForm> {
  readonly form: Form
  readonly path: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly isReadOnly: boolean
  readonly isRequired?: boolean
  /** The label of the control, if it differs from the label of the path. */
  readonly label?: string
}

type FormOf<Kind extends PartForm["kind"]> = Extract<PartForm, { readonly kind: Kind }>

/** Returns the label and the hint of a part. */
const usePartTexts = (path: string, form: PartForm) => {
  const { words } = useLanguage()
  const name = path.slice(path.lastIndexOf(".") + 1)
  return {
    label: words.form.labels[path] ?? spelledOut(name),
    hint: words.form.hints[path] ?? form.about
  }
}

const Texts = ({
  form,
  isReadOnly,
  isRequired,
  label,
  onChange,
  path,
  value
}: PartProps<FormOf<"text" | "number" | "scalar">>) => {
  const { format, words } = useLanguage()
  const id = useId()
  const texts = usePartTexts(path, form)
  const isSealed = form.kind === "text" && form.isSealed === true
  const shared = {
    id,
    disabled: isReadOnly,
    required: isRequired,
    "aria-describedby": `${id}-hint`,
    autoComplete: "off",
    spellCheck: false
  }
  const written = form.kind === "scalar" ? scalarText(value) : String(value ?? "")
  return (
    <div className={css["field"]}>
      <label htmlFor={id}>{label ?? texts.label}</label>
      <p id={`${id}-hint`}>
        {texts.hint}
        {form.kind === "number"
          ? ` ${words.form.between(format.number(form.minimum), format.number(form.maximum))}.`
          : ""}
        {isSealed && value === "***" ? ` ${words.form.sealed}` : ""}
      </p>
      {form.kind === "text" && form.isLong === true ? (
        <textarea {...shared} rows={4} value={written} onChange={({ target }) => onChange(target.value)} />
      ) : form.kind === "number" ? (
        <input
          {...shared}
          type="number"
          min={form.minimum}
          max={form.maximum}
          step={1}
          value={written}
          onChange={({ target }) => onChange(target.value === "" ? "" : Number(target.value))}
        />
      ) : (
        <input
          {...shared}
          type="text"
          placeholder={form.kind === "text" && !isSealed ? form.example : undefined}
          maxLength={form.maximum}
          value={written}
          onChange={({ target }) => onChange(form.kind === "scalar" ? scalarOf(target.value) : target.value)}
        />
      )}
    </div>
  )
}

/** Shows a part that is a duration. */
const Duration = ({ form, isReadOnly, onChange, path, value }: PartProps<FormOf<"number">>) => {
  const { format, words } = useLanguage()
  const id = useId()
  const { hint, label } = usePartTexts(path, form)
  const { maximum, minimum } = form
  return (
    <div className={css["field"]}>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`}>
        {hint} {words.form.between(format.seconds(minimum), format.seconds(maximum))}.
      </p>
      <DurationControl
        id={id}
        aria-describedby={`${id}-hint`}
        label={label}
        disabled={isReadOnly}
        value={typeof value === "number" ? value : minimum}
        minimum={minimum}
        maximum={maximum}
        onChange={(seconds) => onChange(seconds ?? "")}
      />
    </div>
  )
}

const Flag = ({ form, isReadOnly, onChange, path, value }: PartProps<FormOf<"flag">>) => {
  const id = useId()
  const { hint, label } = usePartTexts(path, form)
  return (
    <div className={css["field"]}>
      <label className={css["check"]}>
        <input
          type="checkbox"
          disabled={isReadOnly}
          aria-describedby={`${id}-hint`}
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />{" "}
        {label}
      </label>
      <p id={`${id}-hint`}>{hint}</p>
    </div>
  )
}

const Word = ({ form, isReadOnly, isRequired, onChange, path, value }: PartProps<FormOf<"word">>) => {
  const id = useId()
  const { words } = useLanguage()
  const { hint, label } = usePartTexts(path, form)
  return (
    <div className={css["field"]}>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`}>{hint}</p>
      <select
        id={id}
        disabled={isReadOnly}
        aria-describedby={`${id}-hint`}
        value={String(value ?? "")}
        onChange={({ target }) => onChange(form.words.find((word) => String(word) === target.value) ?? "")}
      >
        {isRequired === true ? null : (
          <option value="">{words.form.labels[`${path}.none`] ?? words.form.standard}</option>
        )}
        {form.words.map((word) => (
          <option key={word} value={String(word)}>
            {words.form.labels[`${path}.${word}`] ?? word}
          </option>
        ))}
      </select>
    </div>
  )
}

/**
 * Shows the parts of an object, one below the other. In lists, and in objects with a label for it, optional parts
 * without values are collapsed.
 */
const Parts = ({
  form,
  isFolded = false,
  isReadOnly,
  onChange,
  path,
  value
}: PartProps<FormOf<"object">> & { readonly isFolded?: boolean }) => {
  const { words } = useLanguage()
  const record = recordOf(value)
  // Parts that have a value at first stay visible while a person edits them.
  const [shown] = useState(() =>
    form.parts.filter(({ isOptional, name }) => !isFolded || !isOptional || ownValue(record, name) !== undefined)
  )
  const control = (part: NamedPartForm) => (
    <PartControl
      key={part.name}
      form={part.form}
      path={`${path}.${part.name}`}
      value={ownValue(record, part.name)}
      isReadOnly={isReadOnly}
      isRequired={!part.isOptional && part.form.kind !== "flag"}
      onChange={(next) => onChange({ ...record, [part.name]: next })}
    />
  )
  const others = form.parts.filter((part) => !shown.includes(part))
  return (
    <>
      {shown.map(control)}
      {others.length === 0 ? null : (
        <details className={css["more"]}>
          <summary>{words.form.labels[`${path}.more`] ?? words.form.more}</summary>
          {others.map(control)}
        </details>
      )}
    </>
  )
}

const Group = ({ form, ...props }: PartProps<FormOf<"object">>) => {
  const { words } = useLanguage()
  const { hint, label } = usePartTexts(props.path, form)
  return (
    <fieldset className={css["parts"]}>
      <legend>{label}</legend>
      <p>{hint}</p>
      <Parts form={form} isFolded={words.form.labels[`${props.path}.more`] !== undefined} {...props} />
    </fieldset>
  )
}

const Choice = ({ form, isReadOnly, onChange, path, value }: PartProps<FormOf<"choice">>) => {
  const id = useId()
  const { words } = useLanguage()
  const { hint, label } = usePartTexts(path, form)
  const index = chosenOf(form.choices, value)
  const chosen = form.choices[index]
  return (
    <fieldset className={css["parts"]}>
      <legend>{label}</legend>
      <p id={`${id}-hint`}>{hint}</p>
      <select
        aria-label={label}
        aria-describedby={`${id}-hint`}
        disabled={isReadOnly}
        value={index}
        onChange={({ target }) => {
          const next = form.choices[Number(target.value)]
          onChange(next === undefined ? undefined : emptyOf(next))
        }}
      >
        <option value={-1}>{words.form.labels[`${path}.none`] ?? words.form.none}</option>
        {form.choices.map((choice, position) => (
          <option key={firstPartOf(choice)} value={position}>
            {choiceName(words.form.labels, path, choice)}
          </option>
        ))}
      </select>
      {chosen?.kind === "object" ? (
        <Parts form={chosen} path={path} value={value} isReadOnly={isReadOnly} onChange={onChange} />
      ) : null}
    </fieldset>
  )
}

/** Returns the name of one of several alternatives for a value: the label of the alternative's first part. */
const choiceName = (labels: Readonly<Record<string, string>>, path: string, choice: PartForm): string => {
  const first = firstPartOf(choice)
  return labels[`${path}.${first}`] ?? spelledOut(first)
}

const Words = ({ form, isReadOnly, onChange, path, value }: PartProps<FormOf<"list">>) => {
  const id = useId()
  const { words } = useLanguage()
  const { hint, label } = usePartTexts(path, form)
  const items = listOf(value)
  return (
    <fieldset className={css["parts"]} aria-describedby={`${id}-hint`} disabled={isReadOnly}>
      <legend>{label}</legend>
      <p id={`${id}-hint`}>{hint}</p>
      {form.item.kind === "word"
        ? form.item.words.map((word) => (
            <label key={word} className={css["check"]}>
              <input
                type="checkbox"
                checked={items.includes(word)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...items, word] : items.filter((item) => item !== word))
                }
              />{" "}
              {words.form.labels[`${path}.${word}`] ?? word}
            </label>
          ))
        : null}
    </fieldset>
  )
}

const Lines = ({ form, isReadOnly, onChange, path, value }: PartProps<FormOf<"list">>) => {
  const id = useId()
  const { words } = useLanguage()
  const { hint, label } = usePartTexts(path, form)
  return (
    <div className={css["field"]}>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`}>
        {hint} {words.form.onePerLine}
      </p>
      <textarea
        id={id}
        rows={3}
        disabled={isReadOnly}
        spellCheck={false}
        placeholder={form.item.kind === "text" ? form.item.example : undefined}
        aria-describedby={`${id}-hint`}
        value={listOf(value).join("\n")}
        onChange={({ target }) => onChange(target.value === "" ? [] : target.value.split("\n"))}
      />
    </div>
  )
}

const Items = ({ form, isReadOnly, onChange, path, value }: PartProps<FormOf<"list">>) => {
  const id = useId()
  const { words } = useLanguage()
  const { hint, label } = usePartTexts(path, form)
  const items = listOf(value)
  const { item } = form
  const choices = item.kind === "choice" ? item.choices : [item]
  const change = (index: number, next: unknown) =>
    onChange(items.map((one, position) => (position === index ? next : one)))
  return (
    <fieldset className={css["parts"]} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`}>{hint}</p>
      {items.map((one, index) => {
        const shown = choices[item.kind === "choice" ? chosenOf(choices, one) : 0]
        const name = shown === undefined ? label : choiceName(words.form.labels, path, shown)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no identity of their own
          <fieldset key={`${name}-${index}`} className={css["item"]} aria-label={`${index + 1}: ${name}`}>
            {shown?.kind === "object" ? (
              <Parts
                isFolded
                form={shown}
                path={path}
                value={one}
                isReadOnly={isReadOnly}
                onChange={(next) => change(index, next)}
              />
            ) : null}
            {isReadOnly ? null : (
              <Button
                aria-label={words.form.removeEntry(name)}
                onClick={() => onChange(items.filter((_, position) => position !== index))}
              >
                {words.form.remove}
              </Button>
            )}
          </fieldset>
        )
      })}
      {isReadOnly || items.length >= form.maximum ? null : item.kind === "choice" ? (
        <div className={css["kinds"]} role="group" aria-label={words.form.addTo(label)}>
          {choices.map((choice) => (
            <Button key={firstPartOf(choice)} onClick={() => onChange([...items, emptyOf(choice)])}>
              + {choiceName(words.form.labels, path, choice)}
            </Button>
          ))}
        </div>
      ) : (
        <Button onClick={() => onChange([...items, emptyOf(item)])}>{words.form.add}</Button>
      )}
    </fieldset>
  )
}

/** Shows the control for a part of a value, based on the declaration of the field. */
export const PartControl = (props: PartProps) => {
  const { form } = props
  switch (form.kind) {
    case "number":
      return form.unit === undefined ? <Texts {...props} form={form} /> : <Duration {...props} form={form} />
    case "text":
    case "scalar":
      return <Texts {...props} form={form} />
    case "flag":
      return <Flag {...props} form={form} />
    case "word":
      return <Word {...props} form={form} />
    case "map":
      return <MapControl {...props} form={form} />
    case "object":
      return <Group {...props} form={form} />
    case "choice":
      return <Choice {...props} form={form} />
    case "list":
      return form.item.kind === "word" ? (
        <Words {...props} form={form} />
      ) : form.item.kind === "text" ? (
        <Lines {...props} form={form} />
      ) : (
        <Items {...props} form={form} />
      )
  }
}
