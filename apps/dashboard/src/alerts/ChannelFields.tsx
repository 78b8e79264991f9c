import type { ChannelKindRecord } from "@mon/model"
import { Field } from "../form/Field.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { channelsWords } from "./channelsWords.ts"
import { ownValue } from "../words/ownValue.ts"

type Setting = ChannelKindRecord["settings"][number]

/** The text that the API returns instead of a stored secret. */
const SEALED = "***"
const LINES = 5

export const settingsOf = (kind: ChannelKindRecord, form: FormData): Readonly<Record<string, string>> =>
  Object.fromEntries(kind.settings.map(({ name }) => [name, String(form.get(`settings.${name}`) ?? "").trim()]))

const Control = ({ setting, value }: { readonly setting: Setting; readonly value: string | undefined }) => {
  const words = useScreenWords(channelsWords)
  const { choices, example, help, isOptional, label, maximum, name, type } = setting
  const hint = value === SEALED ? `${help} ${words.stored}` : help
  return (
    <Field label={isOptional && type !== "choice" ? words.optional(label) : label} hint={hint}>
      {(shared) => {
        const common = { ...shared, name: `settings.${name}`, required: !isOptional, defaultValue: value }
        if (type === "choice")
          return (
            <select {...common} required={false} defaultValue={value === "" ? choices[0] : value}>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          )
        const text = { ...common, maxLength: maximum, placeholder: words.example(example), spellCheck: false }
        return type === "long" ? (
          <textarea {...text} rows={LINES} />
        ) : (
          <input {...text} autoComplete="off" {...(type === "url" ? { inputMode: "url" as const } : {})} />
        )
      }}
    </Field>
  )
}

export const ChannelFields = ({
  kind,
  values = {}
}: {
  readonly kind: ChannelKindRecord
  readonly values?: Readonly<Record<string, string>>
}) => (
  <>
    {kind.settings.map((setting) => (
      <Control key={setting.name} setting={setting} value={ownValue(values, setting.name)} />
    ))}
  </>
)
