import { demos } from "./demos.ts"

for (const [name, run] of Object.entries(demos)) console.log(`${name}: ${await run()}`)
