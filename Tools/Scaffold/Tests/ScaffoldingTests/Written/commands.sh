# What the documentation of an API shows.
$ curl 'https://kitchen.example.com/v1/recipes/{recipe}/steps/$STEP?lang=<LANG>' \
    -H 'Accept: application/vnd.kitchen+json'
curl -X PUT https://kitchen.example.com/v1/recipes/:id --json @- <<JSON
{"title": "<TITLE>", "serves": $N, "tags": ["a"]}
JSON
curl https://kitchen.example.com/v1/recipes/7/photos -F text=<a.txt -F 'photo=@p.jpg;type=image/png;filename=q.png' \
  -F 'meta={"a": 1};type=application/json' -F 'note=x;type=text/markdown' -F tag=a -F tag=b --next \
  -b 'theme=dark' -H 'Cookie: lang=en' --url-query limit=5 https://kitchen.example.com/v1/recipes | jq .
sudo curl -T menu.pdf https://kitchen.example.com/v1/recipes/menus/ > menu.json; curl -d tag=a -d tag=b \
  https://kitchen.example.com/v1/recipes/${ID}/tags
