// Compares a package with the other packages of npm for the same purpose. Both get the same inputs. The table belongs
// into the README, also where the others are better.
import { choice, command, CommandError, ExitCode, flag, required, runProcess } from "@mon/bundled/command-line"
import { readFileSync, writeFileSync } from "node:fs"
import { installPackages } from "./install.mjs"
import { COMPARED, placeOf, subjectOf } from "./subjects.mjs"

const intoReadme = (place, table) => {
  const readme = new URL(`../../${place.readme}`, import.meta.url)
  const text = readFileSync(readme, "utf8")
  if (!place.table.test(text)) throw new CommandError(`${place.readme} has no place for the comparison.`)
  writeFileSync(
    readme,
    text.replace(place.table, () => `\n${table}\n\n`)
  )
}

const compare = command({
  name: "npm run compare --",
  description:
    "Installs the packages that do the same, compares them on the same inputs, and prints a table in Markdown.",
  options: { write: flag("Write the table into the README of the package") },
  arguments: { package: required(choice("package", COMPARED), "What to compare") },
  exitCodes: { ok: "The packages were compared", couldNot: "A package could not be installed" },
  run: async ({ package: name, write }, { out }) => {
    const subject = await subjectOf(name)
    const installed = installPackages({ ...subject.versions, ...subject.inputs })
    try {
      if (write) subject.writeFiles(installed)
      const table = await subject.compare(installed)
      if (write) intoReadme(placeOf(name, subject), table)
      out(`${table}\n`)
    } finally {
      installed.remove()
    }
    return ExitCode.ok
  }
})

await runProcess(compare, new URL("../../package.json", import.meta.url))
