import type { NamedPartForm, PartForm } from "@mon/model"
import { useId, useState } from "react"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import { DurationControl } from "./DurationControl.tsx"
import css from "./Form.module.css"
import { spelledOut } from "./fieldValues.ts"
import { MapControl } from "./MapControl.tsx"
import {
  chosenOf,
  emptyOf,
  listOf,
  nameOfChoice,
  offered,
  recordOf,
  scalarOf,
  scalarText,
  switched,
  tagOf
} from "./partValues.ts"
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
  /** The path with the name of the chosen alternative. A label or a hint of this path takes precedence. */
  readonly specific?: string | undefined
}

type FormOf<Kind extends PartForm["kind"]> = Extract<PartForm, { readonly kind: Kind }>

/** Returns the label and the hint of a part. */
const usePartTexts = (path: string, form: PartForm, specific = path) => {
  const { words } = useLanguage()
  const { hints, labels } = words.form
  const name = path.slice(path.lastIndexOf(".") + 1)
  return {
    label: labels[specific] ?? labels[path] ?? spelledOut(name),
    hint: hints[specific] ?? hints[path] ?? form.about
  }
}

/**
 * Returns the text of a control with several lines. Controls return line breaks as LF. The example of the part shows
 * whether its protocol needs CRLF.
 */
const linesOf = (form: FormOf<"text">, written: string): string =>
  form.example.includes("\r\n") ? written.replaceAll(/\r?\n/gu, "\r\n") : written

const Texts = ({
  form,
  isReadOnly,
  isRequired,
  label,
  onChange,
  path,
  specific,
  value
}: PartProps<FormOf<"text" | "number" | "scalar">>) => {
  const { format, words } = useLanguage()
  const id = useId()
  const texts = usePartTexts(path, form, specific)
  const isSealed = form.kind === "text" && form.isSealed === true
  const shared = {
    id,
    disabled: isReadOnly,
    required: isRequired === true && !(form.kind === "text" && form.mayBeEmpty === true),
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
        <textarea
          {...shared}
          rows={4}
          value={written}
          onChange={({ target }) => onChange(linesOf(form, target.value))}
        />
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
          checked={value === undefined ? form.isOnByDefault === true : value === true}
          onChange={({ target }) => onChange(target.checked)}
        />{" "}
        {label}
      </label>
      <p id={`${id}-hint`}>{hint}</p>
    </div>
  )
}

const Word = ({ form, isReadOnly, isRequired, onChange, path, specific, value }: PartProps<FormOf<"word">>) => {
  const id = useId()
  const { words } = useLanguage()
  const { hint, label } = usePartTexts(path, form, specific)
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

/** The part whose words are the same in every value. */
const SHARED = "expect"

const pathOf = (path: string, name: string): string => (name === SHARED ? SHARED : `${path}.${name}`)

/** Optional parts that are never collapsed, because most people need them. */
const COMMON: ReadonlySet<string> = new Set(["tls", "login", "community", "receive", "expect", "take", "secrets"])

/**
 * Shows the parts of an object, one below the other. In lists, in alternatives with a tag, and in objects with a label
 * for it, optional parts without values are collapsed.
 */
const Parts = ({
  choice,
  form,
  isFolded = false,
  isReadOnly,
  onChange,
  path,
  value
}: PartProps<FormOf<"object">> & {
  readonly isFolded?: boolean
  /** The name of the alternative that the object is, and its tag, which is not shown as a part. */
  readonly choice?: { readonly name: string; readonly tag: string }
}) => {
  const { words } = useLanguage()
  const record = recordOf(value)
  const parts = form.parts.filter(({ name }) => name !== choice?.tag)
  // Parts that have a value at first stay visible while a person edits them.
  const [shown] = useState(() =>
    parts.filter(
      ({ isOptional, name }) => !isFolded || !isOptional || COMMON.has(name) || ownValue(record, name) !== undefined
    )
  )
  const control = (part: NamedPartForm) => (
    <PartControl
      key={part.name}
      form={offered(part.form, part.isOptional)}
      path={pathOf(path, part.name)}
      specific={choice === undefined ? undefined : `${path}.${choice.name}.${part.name}`}
      value={ownValue(record, part.name)}
      isReadOnly={isReadOnly}
      isRequired={!part.isOptional && part.form.kind !== "flag"}
      onChange={(next) => onChange({ ...record, [part.name]: next })}
    />
  )
  const others = parts.filter(({ name }) => shown.every((part) => part.name !== name))
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
  const { hint, label } = usePartTexts(props.path, form, props.specific)
  return (
    <fieldset className={css["parts"]}>
      <legend>{label}</legend>
      <p>{hint}</p>
      <Parts form={form} isFolded={words.form.labels[`${props.path}.more`] !== undefined} {...props} />
    </fieldset>
  )
}

/** Shows the alternatives in their groups. Alternatives without a group come last. */
const Options = ({ form: { choices }, path }: { readonly form: FormOf<"choice">; readonly path: string }) => {
  const { words } = useLanguage()
  const names = choices.map((choice) => nameOfChoice(choices, choice))
  const groups = words.form.groups[path] ?? []
  const grouped = new Set(groups.flatMap(([, members]) => members))
  const options = (shown: ReadonlyArray<string>) =>
    shown
      .filter((name) => names.includes(name))
      .map((name) => {
        const index = names.indexOf(name)
        return (
          <option key={name} value={index}>
            {choiceName(words.form.labels, path, choices, choices[index])}
          </option>
        )
      })
  return (
    <>
      {groups.map(([label, members]) => (
        <optgroup key={label} label={label}>
          {options(members)}
        </optgroup>
      ))}
      {options(names.filter((name) => !grouped.has(name)))}
    </>
  )
}

const Choice = ({ form, isReadOnly, isRequired, onChange, path, value }: PartProps<FormOf<"choice">>) => {
  const id = useId()
  const { words } = useLanguage()
  const { hint, label } = usePartTexts(path, form)
  const { choices } = form
  const index = chosenOf(choices, value)
  const chosen = choices[index]
  const tag = tagOf(choices)
  const name = chosen === undefined ? "" : nameOfChoice(choices, chosen)
  const none = words.form.labels[`${path}.none`] ?? words.form.none
  return (
    <fieldset className={css["parts"]}>
      <legend>{label}</legend>
      <p id={`${id}-hint`}>{hint}</p>
      <select
        aria-label={tag === null ? label : (words.form.labels[`${path}.${tag}`] ?? label)}
        aria-describedby={`${id}-hint`}
        disabled={isReadOnly}
        required={isRequired}
        value={index === -1 ? "" : index}
        onChange={({ target }) => {
          const next = target.value === "" ? undefined : choices[Number(target.value)]
          onChange(next === undefined ? undefined : switched(choices, next, value))
        }}
      >
        {isRequired === true && index !== -1 ? null : <option value="">{none}</option>}
        <Options form={form} path={path} />
      </select>
      {chosen?.kind === "object" ? (
        <Parts
          key={name}
          form={chosen}
          {...(tag === null ? {} : { choice: { name, tag }, isFolded: true })}
          path={path}
          value={value}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      ) : null}
    </fieldset>
  )
}

/**
 * Returns the name of one of several alternatives: the label of its word or of its first part. A value that can only be
 * absent or present may have a label of its own.
 */
const choiceName = (
  labels: Readonly<Record<string, string>>,
  path: string,
  choices: ReadonlyArray<PartForm>,
  choice: PartForm | undefined
): string => {
  if (choice === undefined) return ""
  const name = nameOfChoice(choices, choice)
  const tag = tagOf(choices)
  const present = choices.length === 1 ? labels[`${path}.present`] : undefined
  const own = tag === null ? labels[`${path}.${name}`] : labels[`${path}.${tag}.${name}`]
  return present ?? own ?? spelledOut(name)
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

const Items = ({ form, isReadOnly, onChange, path, specific, value }: PartProps<FormOf<"list">>) => {
  const id = useId()
  const { words } = useLanguage()
  const { hint, label } = usePartTexts(path, form, specific)
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
        const name =
          shown === undefined || item.kind !== "choice" ? label : choiceName(words.form.labels, path, choices, shown)
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
            <Button key={nameOfChoice(choices, choice)} onClick={() => onChange([...items, emptyOf(choice)])}>
              + {choiceName(words.form.labels, path, choices, choice)}
            </Button>
          ))}
        </div>
      ) : (
        <Button aria-label={words.form.addTo(label)} onClick={() => onChange([...items, emptyOf(item)])}>
          {words.form.add}
        </Button>
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
