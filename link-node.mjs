// Runs after `npm ci`. npm before version 11 leaves out the link to the Node of the packages; this adds it. The headers of
// Node, 67 MB, serve only to compile add-ons, and there are none.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'

const folder = 'node_modules/.bin'
const nodePackage = `node-${process.platform}-${process.arch}`
const target = `${nodePackage}/bin/node`
if (existsSync(`node_modules/${target}`)) {
  rmSync(`node_modules/${nodePackage}/include`, { recursive: true, force: true })
  if (!existsSync(`${folder}/node`)) {
    mkdirSync(folder, { recursive: true })
    symlinkSync(`../${target}`, `${folder}/node`)
  }
}
