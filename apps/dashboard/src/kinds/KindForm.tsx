import type { MonitorRecord } from "@mon/model"
import { type ReactNode, useMemo } from "react"
import fieldsByKind from "virtual:kind-fields"
import { useLocation } from "wouter"
import type { GeneralKind } from "../api/generalKinds.ts"
import { kindEndpoints } from "../api/kindEndpoints.ts"
import { storeRecord } from "../api/kindQueries.ts"
import { monitorPath } from "../api/monitors.ts"
import { useTags } from "../api/queries.ts"
import { defaultsOf } from "../form/fieldValues.ts"
import { MonitorForm } from "../form/MonitorForm.tsx"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import { LanguageProvider, useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { WordTable } from "../words/WordTable.ts"
import { ownParts } from "./ownParts.ts"
import { useKindWords } from "../words/useKindWords.ts"

/** Merges two tables of words. The words of the second table take precedence. */
const joined = (one: WordTable, other: WordTable): WordTable => ({
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
  const { hints, labels } = useScreenWords(ownParts(kind).fieldWords)
  const value = useMemo(() => {
    const { form } = language.words
    const extended = {
      ...form,
      readOnly,
      labels: joined(form.labels, labels),
      hints: joined(form.hints, hints)
    }
    return { ...language, words: { ...language.words, form: extended } }
  }, [language, readOnly, labels, hints])
  return <LanguageProvider value={value}>{children}</LanguageProvider>
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
  const save = async (changes: Readonly<Record<string, unknown>>, tagIds: ReadonlyArray<string> | null) => {
    let changed = record
    if (Object.keys(changes).length > 0) changed = await calls.update(record.id, changes)
    if (tagIds !== null) changed = await calls.setTags(record.id, tagIds)
    storeRecord(kind, changed)
    notify(words.form.saved)
  }
  return (
    <WithFieldWords kind={kind}>
      <MonitorForm
        // If another person saves settings, this key changes, and the form shows the new settings.
        key={record.updatedAt}
        fields={fieldsByKind[kind]}
        record={{ ...record }}
        tags={tags}
        isReadOnly={isReadOnly}
        onSave={save}
      />
    </WithFieldWords>
  )
}

const NewOfKind = ({ kind }: { readonly kind: GeneralKind }) => {
  const text = useKindWords(kind)
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const tags = useTags(true).data ?? []
  const fields = fieldsByKind[kind]
  const calls = kindEndpoints(kind)
  const record = useMemo(() => ({ ...defaultsOf(fields), tags: [] }), [fields])
  const create = async (values: Readonly<Record<string, unknown>>, tagIds: ReadonlyArray<string> | null) => {
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
      <WithFieldWords kind={kind}>
        <MonitorForm
          fields={fields}
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
