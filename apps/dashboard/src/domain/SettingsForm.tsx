import type { Domain } from "@mon/model"
import fields from "virtual:domain-fields"
import { endpoints } from "../api/endpoints.ts"
import { keys, queryClient, useAccount, useTags } from "../api/queries.ts"
import { refresh } from "../domains/changes.ts"
import { MonitorForm } from "../form/MonitorForm.tsx"
import { notify } from "../shell/notify.ts"
import { useLanguage } from "../words/language.ts"

/** The settings of a domain. */
export const SettingsForm = ({ domain }: { readonly domain: Domain }) => {
  const { words } = useLanguage()
  const isReadOnly = domain.access === "read"
  const tags = useTags(!isReadOnly).data ?? []
  const limits = useAccount().data?.limits
  const save = async (changes: Readonly<Record<string, unknown>>, tagIds: ReadonlyArray<string> | null) => {
    let changed = domain
    if (Object.keys(changes).length > 0) changed = await endpoints.updateDomain(domain.id, changes)
    if (tagIds !== null) changed = await endpoints.setDomainTags(domain.id, tagIds)
    queryClient.setQueryData(keys.domain(domain.id), changed)
    notify(words.form.saved)
    void refresh()
  }
  return (
    <MonitorForm
      fields={fields}
      record={domain}
      tags={tags}
      isReadOnly={isReadOnly}
      minimums={limits === undefined ? {} : { checkInterval: limits.minCheckIntervalDomains }}
      onSave={save}
    />
  )
}
