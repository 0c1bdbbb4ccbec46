//! An invalidation of CloudFront as moto understands it. Needs the test servers (`scripts/set-up-test-servers`).

use model::config::PurgeSettings;
use publish::purge::purge;

use crate::servers::s3;
use crate::{SITE, addresses, cloudfront, environment};

#[tokio::test]
async fn moto_stores_the_invalidation() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let moto = s3();
    let http = reqwest::Client::new();
    // moto finds the service in the scope of the signature.
    let scope = "AWS4-HMAC-SHA256 Credential=a/20261122/us-east-1/cloudfront/aws4_request";
    let send = async |request: reqwest::RequestBuilder| {
        request
            .header("authorization", scope)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
    };
    let base = format!("{}/2020-05-31/distribution", moto.url);
    let made = send(
        http.post(&base)
            .header("content-type", "application/xml")
            .body(DISTRIBUTION),
    )
    .await;
    let id = between(&made, "<Id>", "</Id>");
    let configured = PurgeSettings {
        cloudfront: Some(id.to_owned()),
        ..cloudfront()
    };
    let list = addresses(&["/", "/en/inventario"]);
    purge(&configured, SITE, &list, &[], &environment(&moto.url))
        .await
        .unwrap();
    let all = format!("{base}/{id}/invalidation");
    let listed = send(http.get(&all)).await;
    let invalidation = between(&listed, "<Id>", "</Id>");
    let shown = send(http.get(format!("{all}/{invalidation}"))).await;
    for path in ["/", "/index.html", "/en/inventario", "/en/inventario.html"] {
        assert!(
            shown.contains(&format!("<Path>{path}</Path>")),
            "{path}: {shown}"
        );
    }
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text
        .split_once(start)
        .unwrap_or_else(|| panic!("no {start} in {text}"));
    rest.split_once(end).unwrap().0
}

/// The smallest distribution that moto accepts.
const DISTRIBUTION: &str = r#"<DistributionConfig xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">
<CallerReference>test</CallerReference><Comment></Comment><Enabled>true</Enabled>
<Origins><Quantity>1</Quantity><Items><Origin><Id>site</Id><DomainName>site.s3.amazonaws.com</DomainName>
<S3OriginConfig><OriginAccessIdentity></OriginAccessIdentity></S3OriginConfig></Origin></Items></Origins>
<DefaultCacheBehavior><TargetOriginId>site</TargetOriginId>
<ViewerProtocolPolicy>redirect-to-https</ViewerProtocolPolicy></DefaultCacheBehavior></DistributionConfig>"#;
