import { Link, useLocation, useSearch } from "wouter"
import { screensOf } from "../api/generalKinds.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { whatToAddDe } from "./whatToAdd.de.ts"
import { whatToAddEn } from "./whatToAdd.en.ts"
import css from "./WhatToAdd.module.css"

const words = { en: whatToAddEn, de: whatToAddDe } as const

const services = `${screensOf("service")}/new`

/** What people monitor, and the screen that adds it. */
const choices = [
  ["site", "/add", ""],
  ["page", "/add", "kind=page"],
  ["job", `${screensOf("heartbeat")}/new`, ""],
  ["server", services, ""],
  ["mail", services, "type=smtp"],
  ["database", services, "type=postgres"]
] as const

/** Asks what a person wants to monitor. Each answer is a link to the screen that adds it. */
export const WhatToAdd = () => {
  const text = useScreenWords(words)
  const [path] = useLocation()
  const search = useSearch()
  const here = choices.filter(([, screen]) => screen === path)
  // Other searches, such as the sites of another screen, belong to the first choice.
  const [chosen] = here.find(([, , query]) => query === search) ?? here[0] ?? [null]
  return (
    <nav className={css["what"]} aria-labelledby="what-to-add">
      <p id="what-to-add">{text.question}</p>
      <ul>
        {choices.map(([name, screen, query]) => (
          <li key={name}>
            <Link
              href={query === "" ? screen : `${screen}?${query}`}
              aria-current={name === chosen ? "page" : undefined}
            >
              <b>{text[name].name}</b> <span>{text[name].about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
