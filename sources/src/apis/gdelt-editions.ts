// How GDELT calls countries and languages: countries by the codes of FIPS 10-4, which differ from everybody else's
// (AU is Austria), languages by their English names.

const fips = new Map(
  `ad AN ae AE af AF ag AC ai AV al AL am AM ao AO ar AR as AQ at AU au AS aw AA az AJ ba BK bb BB bd BG be BE bf UV
  bg BU bh BA bi BY bj BN bm BD bn BX bo BL br BR bs BF bt BT bw BC by BO bz BH ca CA cc CK cd CG cf CT cg CF ch SZ
  ci IV ck CW cl CI cm CM cn CH co CO cr CS cu CU cv CV cw UC cx KT cy CY cz EZ de GM dj DJ dk DA dm DO do DR dz AG
  ec EC ee EN eg EG eh WI er ER es SP et ET fi FI fj FJ fk FK fm FM fo FO fr FR ga GB gb UK gd GJ ge GG gf FG gg GK
  gh GH gi GI gl GL gm GA gn GV gp GP gq EK gr GR gt GT gu GQ gw PU gy GY hk HK hn HO hr HR ht HA hu HU id ID ie EI
  il IS im IM in IN iq IZ ir IR is IC it IT je JE jm JM jo JO jp JA ke KE kg KG kh CB ki KR km CN kn SC kp KN kr KS
  kw KU ky CJ kz KZ la LA lb LE lc ST li LS lk CE lr LI ls LT lt LH lu LU lv LG ly LY ma MO mc MN md MD me MJ mg MA
  mh RM mk MK ml ML mm BM mn MG mo MC mp CQ mq MB mr MR ms MH mt MT mu MP mv MV mw MI mx MX my MY mz MZ na WA nc NC
  ne NG nf NF ng NI ni NU nl NL no NO np NP nr NR nu NE nz NZ om MU pa PM pe PE pf FP pg PP ph RP pk PK pl PL pm SB
  pr RQ ps WE pt PO pw PS py PA qa QA re RE ro RO rs RI ru RS rw RW sa SA sb BP sc SE sd SU se SW sg SN sh SH si SI
  sk LO sl SL sm SM sn SG so SO sr NS ss OD st TP sv ES sx NN sy SY sz WZ tc TK td CD tg TO th TH tj TI tl TT tm TX
  tn TS to TN tr TU tt TD tv TV tw TW tz TZ ua UP ug UG uk UK us US uy UY uz UZ va VT vc VC ve VE vg VI vi VQ vn VM
  vu NH wf WF ws WS xk KV ye YM yt MF za SF zm ZA zw ZI`
    .split(/\s+/)
    .flatMap((code, at, all): [string, string][] => (at % 2 === 0 ? [[code, all[at + 1] ?? '']] : [])),
)

const languages: Readonly<Record<string, string>> = {
  ...{ af: 'afrikaans', ar: 'arabic', az: 'azerbaijani', bg: 'bulgarian', bn: 'bengali', bs: 'bosnian' },
  ...{ ca: 'catalan', cs: 'czech', da: 'danish', de: 'german', el: 'greek', en: 'english', es: 'spanish' },
  ...{ et: 'estonian', fa: 'persian', fi: 'finnish', fr: 'french', gl: 'galician', gu: 'gujarati' },
  ...{ he: 'hebrew', hi: 'hindi', hr: 'croatian', hu: 'hungarian', hy: 'armenian', id: 'indonesian' },
  ...{ is: 'icelandic', it: 'italian', ja: 'japanese', ka: 'georgian', kk: 'kazakh', kn: 'kannada' },
  ...{ ko: 'korean', lt: 'lithuanian', lv: 'latvian', mk: 'macedonian', ml: 'malayalam', mn: 'mongolian' },
  ...{ mr: 'marathi', ms: 'malay', nb: 'norwegian', ne: 'nepali', nl: 'dutch', no: 'norwegian' },
  ...{ pa: 'punjabi', pl: 'polish', pt: 'portuguese', ro: 'romanian', ru: 'russian', sk: 'slovak' },
  ...{ sl: 'slovenian', so: 'somali', sq: 'albanian', sr: 'serbian', sv: 'swedish', sw: 'swahili' },
  ...{ ta: 'tamil', te: 'telugu', th: 'thai', tr: 'turkish', uk: 'ukrainian', ur: 'urdu', vi: 'vietnamese' },
  zh: 'chinese',
}

export const toFipsCountry = (iso: string): string | undefined => fips.get(iso)

export const toGdeltLanguage = (code: string): string | undefined =>
  Object.hasOwn(languages, code) ? languages[code] : undefined
