<?php
/**
 * Makes "Preview" open the draft on the site. The link is valid for one hour, for anyone who has it.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

add_filter( 'preview_post_link', __NAMESPACE__ . '\link_to_site', 10, 2 );

function link_to_site( string $link, WP_Post $post ): string {
	$site   = setting( 'SITE_COMPANION_SITE_URL' );
	$secret = setting( 'SITE_COMPANION_PREVIEW_SECRET' );
	$types  = array(
		'post'  => 'posts',
		'page'  => 'pages',
		'event' => 'events',
		'faq'   => 'faq',
	);
	if ( '' === $site || '' === $secret || ! isset( $types[ $post->post_type ] ) ) {
		return $link;
	}
	$draft   = array(
		'type'    => $types[ $post->post_type ],
		'id'      => $post->ID,
		// A draft may not have a slug yet.
		'slug'    => '' === $post->post_name ? "preview-{$post->ID}" : rawurldecode( $post->post_name ),
		'expires' => time() + HOUR_IN_SECONDS,
	);
	$payload = base64url( (string) wp_json_encode( $draft ) );
	$token   = $payload . '.' . base64url( hash_hmac( 'sha256', "preview.$payload", $secret, true ) );

	return untrailingslashit( $site ) . '/api/preview?token=' . $token;
}

function base64url( string $bytes ): string {
	return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
}
