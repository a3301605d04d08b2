" Colours of code in the comments of YAML.
syntax match yttCode /\%(^\|\s\)\zs#@\%(\s.*\)\?$/ containedin=yamlComment,yamlBlockMappingKey contains=yttString,yttKeyword
syntax match yttAnnotation /\%(^\|\s\)\zs#@[a-z]\S*/ containedin=yamlComment
syntax match yttRemark /\%(^\|\s\)\zs#!.*$/ containedin=yamlComment
syntax keyword yttKeyword if elif else for in while def end return and or not lambda load None True False contained
syntax region yttString start=/"/ end=/"\|$/ contained oneline
highlight default link yttCode PreProc
highlight default link yttAnnotation Special
highlight default link yttRemark Comment
highlight default link yttKeyword Keyword
highlight default link yttString String
