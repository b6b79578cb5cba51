/// The look of a shared page: light and dark, a grid of pictures, and paper.
enum SharedPageStyle {
    /// On one line, since its hash stands in the policy of the page.
    static let text = [colours, words, markdown, pictures, links, paper].joined()

    private static let colours =
        ":root{color-scheme:light dark;--paper:#fbfaf7;--letters:#22201d;--soft:#635e57;--line:#dcd7ce;--link:#8a3d12}"
        + "@media(prefers-color-scheme:dark){:root{--paper:#191716;--letters:#f2efe9;--soft:#b8b1a6;--line:#3d3935;"
        + "--link:#f3b48c}}"

    private static let words =
        "body{font:1rem/1.5 system-ui,sans-serif;color:var(--letters);background:var(--paper);max-width:62rem;"
        + "margin:0 auto;padding:2rem 1rem 3rem}"
        + "h1{font-size:1.75rem;line-height:1.25;margin:0;overflow-wrap:anywhere}h2{font-size:1.25rem;margin:2rem 0 .25rem}"
        + "p{margin:.5rem 0}.from,.facts,small{color:var(--soft)}.from{margin:.25rem 0}nav,.from+pre,.from+.words,.from+section,.from+figure{margin-top:1.25rem}"
        + "pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;max-width:42rem;margin:1rem 0}"
        + "input,button{font:inherit;padding:.5rem .75rem;min-height:2.75rem;box-sizing:border-box;border-radius:.5rem;"
        + "border:1px solid var(--soft);background:transparent;color:inherit;max-width:100%}"
        + "button{border-color:var(--link);color:var(--link);font-weight:600}"

    private static let markdown =
        ".words{max-width:42rem;margin:1rem 0;overflow-wrap:anywhere}.words p,.words li{white-space:pre-line}"
        + ".words h3{font-size:1.25rem;line-height:1.3;margin:1.5rem 0 .25rem}"
        + ".words h4,.words h5,.words h6{font-size:1rem;margin:1.25rem 0 .25rem}"
        + ".words ul,.words ol{padding-left:1.5rem;margin:.5rem 0}.words .task{list-style:none;margin-left:-1.25rem}"
        + ".words code,.words pre{font:.875em/1.5 ui-monospace,monospace}"
        + ".words pre{background:color-mix(in srgb,var(--line) 40%,transparent);padding:.75rem;border-radius:.5rem;overflow-x:auto}"
        + ".words blockquote{border-left:3px solid var(--line);margin:.75rem 0;padding-left:1rem;color:var(--soft)}"
        + ".words table{border-collapse:collapse;display:block;overflow-x:auto}"
        + ".words th,.words td{border:1px solid var(--line);padding:.25rem .5rem;text-align:left}"
        + ".words .right{text-align:right}.words .centre{text-align:center}"
        + ".words hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0}"

    private static let pictures =
        "figure{margin:1rem 0}img{display:block;max-width:100%;height:auto;border-radius:.5rem}"
        + "figure img{max-height:82vh;width:auto;margin:0 auto;object-fit:contain}"
        + ".drawing{background:#fff;border-radius:.5rem;padding:1rem;margin:1rem 0}.drawing svg{max-width:100%;height:auto}"
        + ".grid{list-style:none;margin:1.5rem 0 0;padding:0;display:grid;gap:1.5rem 1rem;"
        + "grid-template-columns:repeat(auto-fill,minmax(min(14rem,44vw),1fr))}"
        + ".grid img{width:100%;aspect-ratio:1;padding:6%;box-sizing:border-box;object-fit:contain;"
        + "background:color-mix(in srgb,var(--line) 45%,transparent)}.grid span{display:block}"
        + ".grid .name{font-weight:600;margin-top:.5rem;overflow-wrap:anywhere}"
        + ".grid time{font-size:.875rem;color:var(--soft)}"

    private static let links =
        "a{color:var(--link)}.grid a{color:inherit;text-decoration:none;display:block;border-radius:.5rem}"
        + ".grid a:hover .name{text-decoration:underline}"
        + ":focus-visible{outline:3px solid var(--link);outline-offset:3px}"
        + "nav{display:flex;flex-wrap:wrap;gap:.5rem}nav a{display:flex;align-items:center;padding:0 1rem;min-height:2.75rem;border-radius:.5rem;"
        + "border:1px solid var(--line);text-decoration:none}.more{text-align:center}"

    private static let paper =
        "@media print{:root{--paper:#fff;--letters:#000;--soft:#444}body{padding:0;max-width:none}nav,.more,form{display:none}"
        + ".grid{grid-template-columns:1fr 1fr 1fr}.grid li,figure,.drawing{break-inside:avoid}"
        + ".grid img{object-fit:contain;background:none}figure img{max-height:22cm}}"
}
