import type { MonitorRecord } from "@mon/model"
import { monitorKinds } from "@mon/model/facts"
import { type ReactNode, useMemo, useState } from "react"
import fieldsByKind from "virtual:kind-fields"
import { useLocation, useSearch } from "wouter"
import { WhatToAdd } from "../monitors/WhatToAdd.tsx"
import type { GeneralKind } from "../api/generalKinds.ts"
import { kindEndpoints } from "../api/kindEndpoints.ts"
import { storeRecord } from "../api/kindQueries.ts"
import { monitorPath } from "../api/monitors.ts"
import { useAccount, useTags } from "../api/queries.ts"
import css from "../form/AskPanel.module.css"
import { changesOf, defaultsOf, valuesOf } from "../form/fieldValues.ts"
import type { MonitorField } from "../form/MonitorField.ts"
import { MonitorForm } from "../form/MonitorForm.tsx"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import { LanguageProvider, useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { WordTable } from "../words/WordTable.ts"
import { ownParts } from "./ownParts.ts"
import { useKindWords } from "../words/useKindWords.ts"

type Values = Readonly<Record<string, unknown>>
type FormProps = Parameters<typeof MonitorForm>[0]

/** Merges two tables of words. The words of the second table take precedence. */
const joined = <Word,>(one: WordTable<Word>, other: WordTable<Word>): WordTable<Word> => ({
  __proto__: null as never,
  ...Object.fromEntries([...Object.entries(one), ...Object.entries(other)])
})

/**
 * Provides the labels and hints of a kind's fields to the forms inside this component. The labels and hints are loaded
 * with the screens of the kind.
 */
const WithFieldWords = ({ children, kind }: { readonly kind: GeneralKind; readonly children: ReactNode }) => {
  const language = useLanguage()
  const { readOnly } = useKindWords(kind)
  const { groups, hints, labels } = useScreenWords(ownParts(kind).fieldWords)
  const value = useMemo(() => {
    const { form } = language.words
    const extended = {
      ...form,
      readOnly,
      labels: joined(form.labels, labels),
      hints: joined(form.hints, hints),
      groups: groups ?? form.groups
    }
    return { ...language, words: { ...language.words, form: extended } }
  }, [language, readOnly, labels, hints, groups])
  return <LanguageProvider value={value}>{children}</LanguageProvider>
}

/** Returns the minimums of the plan for the fields of a kind. */
const useMinimums = (kind: GeneralKind): Readonly<Record<string, number>> => {
  const least = useAccount().data?.limits?.minCheckIntervalDomains
  return useMemo(
    (): Readonly<Record<string, number>> =>
      least === undefined || monitorKinds[kind].plan.interval === null ? {} : { checkInterval: least },
    [least, kind]
  )
}

/** Shows the form of a monitor, and beside it the part that checks the monitor once, if the kind has such a part. */
const FormWithTrial = ({
  id,
  kind,
  ...props
}: FormProps & { readonly kind: GeneralKind; readonly id: string | null }) => {
  const { Trial } = ownParts(kind)
  const [form, setForm] = useState<FormData | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const minimums = useMinimums(kind)
  const { fields, isReadOnly, record } = props
  if (Trial === undefined) return <MonitorForm {...props} minimums={minimums} />
  return (
    <div className={css["beside"]}>
      <MonitorForm {...props} minimums={minimums} onEdit={setForm} refusal={refusal} />
      {isReadOnly ? null : (
        <Trial
          id={id}
          values={form === null ? {} : valuesOf(fields, form)}
          changes={form === null ? {} : changesOf(fields, record, form)}
          onProblem={setRefusal}
        />
      )}
    </div>
  )
}

export const KindSettings = <Kind extends GeneralKind>({
  kind,
  record
}: {
  readonly kind: Kind
  readonly record: MonitorRecord<Kind>
}) => {
  const { words } = useLanguage()
  const isReadOnly = record.access === "read"
  const tags = useTags(!isReadOnly).data ?? []
  const calls = kindEndpoints(kind)
  const save = async (changes: Values, tagIds: ReadonlyArray<string> | null) => {
    let changed = record
    if (Object.keys(changes).length > 0) changed = await calls.update(record.id, changes)
    if (tagIds !== null) changed = await calls.setTags(record.id, tagIds)
    storeRecord(kind, changed)
    notify(words.form.saved)
  }
  return (
    <WithFieldWords kind={kind}>
      <FormWithTrial
        // If another person saves settings, this key changes, and the form shows the new settings.
        key={record.updatedAt}
        kind={kind}
        id={record.id}
        fields={fieldsByKind[kind]}
        record={{ ...record }}
        tags={tags}
        isReadOnly={isReadOnly}
        onSave={save}
      />
    </WithFieldWords>
  )
}

/** Returns the fields of a new monitor. A monitor with an address can be named after it. */
const fieldsOfNew = (kind: GeneralKind): ReadonlyArray<MonitorField> =>
  fieldsByKind[kind].map((field) =>
    field.name === "name" && monitorKinds[kind].address !== null ? { ...field, isNullable: true, default: null } : field
  )

const NewOfKind = ({ kind }: { readonly kind: GeneralKind }) => {
  const text = useKindWords(kind)
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const tags = useTags(true).data ?? []
  const { Start, firstValues } = ownParts(kind)
  const search = useSearch()
  const [proposed, setProposed] = useState<Values>()
  const minimums = useMinimums(kind)
  const fields = useMemo(() => fieldsOfNew(kind), [kind])
  const calls = kindEndpoints(kind)
  const record = useMemo(
    () => ({ ...defaultsOf(fields, minimums), ...firstValues?.(search), tags: [] }),
    [fields, minimums, firstValues, search]
  )
  const create = async (values: Values, tagIds: ReadonlyArray<string> | null) => {
    let created = await calls.create(values)
    if (tagIds !== null) {
      try {
        created = await calls.setTags(created.id, tagIds)
      } catch (error) {
        // The monitor exists although its tags were not set. A second submission would add another monitor.
        notify(sentence(error))
      }
    }
    storeRecord(kind, created)
    navigate(monitorPath({ id: created.id, kind }))
  }
  return (
    <Screen title={text.add}>
      <WhatToAdd />
      <WithFieldWords kind={kind}>
        {Start === undefined ? null : <Start onValues={setProposed} />}
        <FormWithTrial
          kind={kind}
          id={null}
          fields={fields}
          {...(proposed === undefined ? {} : { proposed })}
          record={record}
          tags={tags}
          isReadOnly={false}
          submitLabel={text.create}
          onSave={create}
        />
      </WithFieldWords>
    </Screen>
  )
}

export default NewOfKind
