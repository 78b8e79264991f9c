import type { StatusPage } from "@mon/model"
import { useState } from "react"
import { useLocation } from "wouter"
import { ApiProblem } from "../api/client.ts"
import { FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Absent } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { ComponentStates } from "./ComponentStates.tsx"
import { ComponentFields, GroupFields } from "./LayoutFields.tsx"
import { draftOf, type PageDraft, toPreview, toRequest } from "./pageDraft.ts"
import { OwnHost } from "./OwnHost.tsx"
import { AccessFields, AppearanceFields, NameFields } from "./PageFields.tsx"
import { PageTabs } from "./PageTabs.tsx"
import { Preview } from "./Preview.tsx"
import { rereadStatusPages, statusPageEndpoints, useStatusPage } from "./statusPageQueries.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

const PageForm = ({ page }: { readonly page: StatusPage | null }) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(statusPagesWords)
  const [, navigate] = useLocation()
  const [stored, setStored] = useState<PageDraft>(() =>
    draftOf(page, common.language === "de" ? "de" : "en", Intl.DateTimeFormat().resolvedOptions().timeZone)
  )
  const [draft, setDraft] = useState(stored)
  const change = (changes: Partial<PageDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    const request = toRequest(draft, page)
    const saved =
      page === null ? await statusPageEndpoints.create(request) : await statusPageEndpoints.update(page.id, request)
    await rereadStatusPages()
    notify(words.saved(saved.name))
    if (page === null) return navigate(`/status-pages/${saved.id}`)
    // New components and groups get their ids only when they are saved.
    const next = draftOf(saved, "en", draft.timezone)
    setStored(next)
    setDraft(next)
  }, draft !== stored)
  return (
    <div className={css["beside"]}>
      <div className={css["stack"]}>
        {page === null ? null : <ComponentStates page={page} />}
        <form className={form["form"]} onSubmit={onSubmit}>
          <NameFields draft={draft} isNew={page === null} onChange={change} />
          <GroupFields draft={draft} onChange={change} />
          <ComponentFields draft={draft} onChange={change} />
          <AppearanceFields draft={draft} onChange={change} />
          <AccessFields draft={draft} onChange={change} page={page} />
          <FormProblem problem={problem} />
          <div className={form["save"]}>
            <Button kind="primary" type="submit" disabled={isRunning}>
              {words.save}
            </Button>
            <ButtonLink href="/status-pages">{words.cancel}</ButtonLink>
          </div>
        </form>
        {page === null ? null : <OwnHost page={page} />}
      </div>
      <Preview input={toPreview(draft, page?.id ?? null)} />
    </div>
  )
}

const Stored = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(statusPagesWords)
  const query = useStatusPage(id)
  if (query.data === undefined && query.error instanceof ApiProblem && query.error.status === 404) return <Absent />
  return (
    <Screen
      title={words.editTitle(query.data?.name ?? "…")}
      actions={
        <>
          <Curl path={`/status-pages/${id}`} />
          {query.data === undefined ? null : (
            <a href={query.data.url} target="_blank" rel="noreferrer">
              {words.view}
            </a>
          )}
        </>
      }
    >
      <PageTabs id={id} current="settings" />
      <Loaded query={query}>{(page) => <PageForm key={page.id} page={page} />}</Loaded>
    </Screen>
  )
}

const EditStatusPage = ({ id }: { readonly id?: string | undefined }) => {
  const words = useScreenWords(statusPagesWords)
  if (id !== undefined) return <Stored id={id} />
  return (
    <Screen title={words.addTitle}>
      <PageForm page={null} />
    </Screen>
  )
}

export default EditStatusPage
