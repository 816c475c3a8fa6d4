/** The package has no types for its smaller build, which has the same interface. */
declare module 'hls.js/light' {
  export { default as Hls, ErrorDetails, ErrorTypes, Events } from 'hls.js'
}
