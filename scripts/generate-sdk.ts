// Writes what the SDK knows of the server, after a change of the routes: `npx tsx scripts/generate-sdk.ts`.
import { writeFileSync } from 'node:fs'
import { sdkFiles, sdkFolder } from './sdk-files.ts'

for (const [name, text] of Object.entries(await sdkFiles())) writeFileSync(new URL(name, sdkFolder), text)
