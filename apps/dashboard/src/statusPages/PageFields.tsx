import { useAudienceAfter } from "./statusPageQueries.ts"
import { AutomaticPostsField, CheckField, type Change, Radios, TextField } from "./SmallFields.tsx"
import { Field } from "../form/Field.tsx"
import { LogoField } from "../form/LogoField.tsx"
import form from "../form/Form.module.css"
import { ZoneInput } from "../form/ZoneInput.tsx"
import { Button } from "../ui/Button.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { DEFAULT_HEADER, domainsOf, type PageDraft, replaced } from "./pageDraft.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"
import type { StatusPage, StatusPageAccess } from "@mon/model"

const isChanged = (draft: PageDraft, { access, emailDomains }: StatusPage): boolean =>
  draft.access !== access ||
  (access === "password" && draft.password !== "") ||
  (access === "email_domains" && domainsOf(draft).toSorted().join() !== emailDomains.toSorted().join())

const AccessNotice = ({ draft, page }: { readonly draft: PageDraft; readonly page: StatusPage }) => {
  const words = useScreenWords(statusPagesWords)
  const isNew = isChanged(draft, page)
  const all = page.subscribers + page.pausedSubscribers
  const after = useAudienceAfter(page.id, draft.access, domainsOf(draft), isNew && all > 0).data
  const isShown = all > 0 && (isNew ? after !== undefined : page.pausedSubscribers > 0)
  const left = isNew && after !== undefined ? after.email + after.webhook : page.subscribers
  return (
    <p role="status" className={isShown ? form["notice"] : undefined}>
      {isShown ? words.accessNotice(left, all) : null}
    </p>
  )
}

const MOST_LINKS = 10
const ACCESSES: ReadonlyArray<StatusPageAccess> = ["public", "password", "email_domains"]

interface Part {
  readonly draft: PageDraft
  readonly onChange: Change<PageDraft>
}

const MOST_SLUG = 60

/**
 * Returns the last part of a status page's address, made from the name of the page: `Shop für alle` becomes
 * `shop-fur-alle`.
 */
const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, MOST_SLUG)
    .replaceAll(/^-|-$/gu, "")

/**
 * Edits name, address, language and time zone. The address of a new page follows its name until a person edits the
 * address.
 */
export const NameFields = ({ draft, isNew, onChange }: Part & { readonly isNew: boolean }) => {
  const follows = isNew && draft.slug === slugOf(draft.name)
  const words = useScreenWords(statusPagesWords)
  return (
    <>
      <TextField
        label={words.name}
        required
        maxLength={100}
        value={draft.name}
        onChange={(text) => onChange(follows ? { name: text, slug: slugOf(text) } : { name: text })}
      />
      <TextField
        label={words.slug}
        hint={words.slugHint}
        required
        minLength={3}
        maxLength={MOST_SLUG}
        autoCapitalize="none"
        spellCheck={false}
        value={draft.slug}
        onChange={(text) => onChange({ slug: text.toLowerCase() })}
      />
      <TextField
        label={words.description}
        maxLength={500}
        value={draft.description}
        onChange={(text) => onChange({ description: text })}
      />
      <div className={css["two"]}>
        <Field label={words.language}>
          {(shared) => (
            <select
              {...shared}
              value={draft.language}
              onChange={({ target }) => onChange({ language: target.value === "de" ? "de" : "en" })}
            >
              <option value="en">{words.languages.en}</option>
              <option value="de">{words.languages.de}</option>
            </select>
          )}
        </Field>
        <Field label={words.timezone}>
          {(shared) => (
            <ZoneInput
              {...shared}
              maxLength={64}
              value={draft.timezone}
              onChange={({ target }) => onChange({ timezone: target.value })}
            />
          )}
        </Field>
      </div>
    </>
  )
}

const LinkFields = ({ draft: { links }, onChange }: Part) => {
  const words = useScreenWords(statusPagesWords)
  const change = (at: number, changes: Partial<(typeof links)[number]>) =>
    onChange({ links: replaced(links, at, changes) })
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.links}</legend>
      {links.map(({ label, url }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Links have no identity.
        <div key={at} className={form["pair"]}>
          <input
            aria-label={words.linkLabel(at + 1)}
            maxLength={60}
            value={label}
            onChange={({ target }) => change(at, { label: target.value })}
          />
          <input
            aria-label={words.linkUrl(at + 1)}
            maxLength={500}
            inputMode="url"
            placeholder="https://"
            value={url}
            onChange={({ target }) => change(at, { url: target.value })}
          />
          <Button
            aria-label={words.linkRemove(at + 1)}
            onClick={() => onChange({ links: links.filter((_, other) => other !== at) })}
          >
            ×
          </Button>
        </div>
      ))}
      {links.length >= MOST_LINKS ? null : (
        <Button onClick={() => onChange({ links: [...links, { label: "", url: "" }] })}>{words.linkAdd}</Button>
      )}
    </fieldset>
  )
}

export const AppearanceFields = ({ draft, onChange }: Part) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.appearance}</legend>
      <Field label={words.accent} hint={words.colorHint}>
        {(shared) => (
          <input
            {...shared}
            type="color"
            value={draft.accentColor}
            onChange={({ target }) => onChange({ accentColor: target.value })}
          />
        )}
      </Field>
      <CheckField
        label={words.headerOwn}
        checked={draft.headerColor !== null}
        onChange={(own) => onChange({ headerColor: own ? DEFAULT_HEADER : null })}
      />
      {draft.headerColor === null ? null : (
        <Field label={words.header}>
          {(shared) => (
            <input
              {...shared}
              type="color"
              value={draft.headerColor ?? DEFAULT_HEADER}
              onChange={({ target }) => onChange({ headerColor: target.value })}
            />
          )}
        </Field>
      )}
      <LogoField words={words} logo={draft.logo} onChange={(logo) => onChange({ logo })} />
      <LinkFields draft={draft} onChange={onChange} />
    </fieldset>
  )
}

export const AccessFields = ({ draft, onChange, page }: Part & { readonly page: StatusPage | null }) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <>
      <Radios
        title={words.access}
        values={ACCESSES}
        names={words.accesses}
        chosen={draft.access}
        onChange={(access) => onChange({ access })}
      />
      {draft.access === "password" ? (
        <Field label={words.password} hint={page?.hasPassword === true ? words.passwordSet : words.passwordHint}>
          {(shared) => (
            <input
              {...shared}
              type="password"
              autoComplete="new-password"
              required={page?.hasPassword !== true}
              minLength={8}
              maxLength={128}
              value={draft.password}
              onChange={({ target }) => onChange({ password: target.value })}
            />
          )}
        </Field>
      ) : null}
      {draft.access === "email_domains" ? (
        <Field label={words.domains} hint={words.domainsHint}>
          {(shared) => (
            <input
              {...shared}
              required
              autoComplete="off"
              autoCapitalize="none"
              value={draft.emailDomains}
              onChange={({ target }) => onChange({ emailDomains: target.value })}
            />
          )}
        </Field>
      ) : null}
      {page === null ? null : <AccessNotice draft={draft} page={page} />}
      <AutomaticPostsField chosen={draft.automaticPosts} onChange={(automaticPosts) => onChange({ automaticPosts })} />
      <CheckField
        label={words.windowNames}
        checked={draft.showsWindowNames}
        onChange={(showsWindowNames) => onChange({ showsWindowNames })}
      />
    </>
  )
}
