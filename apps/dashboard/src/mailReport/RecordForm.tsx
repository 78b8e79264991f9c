import { notify } from "../ui/notify.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { Report } from "./mailQueries.ts"
import { mailWords } from "./mailWords.ts"
import css from "./Report.module.css"

type RepairRecord = Report["records"][number]

const CopyButton = ({ name, value }: { readonly name: string; readonly value: string }) => {
  const { words } = useLanguage()
  if (navigator.clipboard === undefined) return null
  const copy = () => navigator.clipboard.writeText(value).then(() => notify(words.domain.copied))
  return (
    <button type="button" className={css["copy"]} onClick={() => void copy()} aria-label={words.domain.copyField(name)}>
      {words.domain.copy}
    </button>
  )
}

const Field = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <code>{value}</code>
      <CopyButton name={label} value={value} />
    </dd>
  </div>
)

/** Shows a record in the words of the DNS provider that serves the zone. */
const ProviderForm = ({ provider }: { readonly provider: NonNullable<RepairRecord["form"]["provider"]> }) => {
  const { report: text } = useScreenWords(mailWords)
  return (
    <>
      <p className={css["small"]}>{text.inForm(provider.name)}</p>
      {provider.fields.map((fields) => (
        <dl key={fields.map(({ value }) => value).join(" ")} className={css["form"]}>
          {fields.map(({ label, value }) => (
            <Field key={label} label={label} value={value} />
          ))}
        </dl>
      ))}
    </>
  )
}

/** Shows a record for an unknown provider: host, type, TTL and value, each with a copy button. */
const AnyForm = ({ record: { form, type, values } }: { readonly record: RepairRecord }) => {
  const { format } = useLanguage()
  const { report: text } = useScreenWords(mailWords)
  const label = text.form
  return (
    <dl className={css["form"]}>
      <div>
        <dt>{label.type}</dt>
        <dd>
          <code>{type}</code>
        </dd>
      </div>
      <Field label={label.name} value={form.name} />
      <div>
        <dt>{label.ttl}</dt>
        <dd>
          <code>{text.seconds(format.number(form.ttl))}</code>
        </dd>
      </div>
      {values.map((value, index) => {
        const parts = form.strings[index] ?? []
        return (
          <div key={value}>
            <dt>{label.value}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton name={label.value} value={value} />
              {parts.length < 2 ? null : (
                <span className={css["small"]}>
                  {text.parts}
                  {parts.map((part) => (
                    <code key={part} className={css["text"]}>
                      &quot;{part}&quot;
                    </code>
                  ))}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

export const RecordForm = ({ record }: { readonly record: RepairRecord }) => {
  const { report: text } = useScreenWords(mailWords)
  const { foreign, form, host, replaces, type, values } = record
  return (
    <div className={css["record"]}>
      {foreign ? <p className={css["warn"]}>{text.foreign}</p> : null}
      {replaces.map((old) => (
        <div key={old} className={css["old"]}>
          <span className={css["small"]}>
            {text.replaces} ({type}, {form.name})
          </span>
          <code>{old}</code>
        </div>
      ))}
      {values.length === 0 ? (
        <p>{text.deleteOnly}</p>
      ) : form.provider === null ? (
        <AnyForm record={record} />
      ) : (
        <ProviderForm provider={form.provider} />
      )}
      <p className={css["small"]}>{text.fullName(host)}</p>
    </div>
  )
}
