<?php
/**
 * Opens previews on the site. Every "Preview" button leads to a page of WordPress first, which checks that the user may edit the
 * item and signs a link to the site. The link is valid for one hour, for anyone who has it.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** The name of the site's collection or page for each post type that it can preview. */
const PREVIEW_TYPES = array(
	'post'   => 'posts',
	'page'   => 'pages',
	'event'  => 'events',
	'faq'    => 'faq',
	HOMEPAGE => 'homepage',
	FAQPAGE  => 'faqpage',
);

const PREVIEW_ACTION = 'site_companion_preview';

add_filter( 'preview_post_link', __NAMESPACE__ . '\preview_link', 20, 2 );
add_action( 'admin_post_' . PREVIEW_ACTION, __NAMESPACE__ . '\answer_preview_link' );
add_action( 'admin_post_nopriv_' . PREVIEW_ACTION, 'auth_redirect' );
// Before other redirects. The block editor does not use the filter for drafts: it builds `?p=1&preview=true` itself.
add_action( 'template_redirect', __NAMESPACE__ . '\open_front_preview', 0 );

/** Whether previews are shown by the site and not by WordPress's theme. */
function has_site_previews(): bool {
	return '' !== site_address() && '' !== setting( 'SITE_COMPANION_PREVIEW_SECRET' );
}

/**
 * The URL of the "Preview" button. It leads to wp-admin, where the user is always signed in, even if WordPress's own pages have another
 * host. The link to the site is signed only when the button is pressed, since an editor's page may stay open for longer than a signed
 * link is valid.
 */
function preview_link( string $link, WP_Post $post ): string {
	return '' === site_address() || ! isset( PREVIEW_TYPES[ $post->post_type ] )
		? $link
		: add_query_arg(
			array(
				'action' => PREVIEW_ACTION,
				'post'   => $post->ID,
			),
			admin_url( 'admin-post.php' )
		);
}

function answer_preview_link(): never {
	// Without a nonce: the request changes nothing, and the block editor keeps this URL for a long time.
	$post = get_post( absint( $_GET['post'] ?? 0 ) ); // phpcs:ignore WordPress.Security.NonceVerification
	if ( ! $post instanceof WP_Post || ! isset( PREVIEW_TYPES[ $post->post_type ] ) ) {
		refuse_preview( __( 'This item does not exist any more. Look for it in the Trash.', 'site-companion' ), 404 );
	}
	open_preview( $post );
}

/**
 * Opens the preview of an item that WordPress would show with its theme: drafts, scheduled and private items, and changes that
 * were not published.
 */
function open_front_preview(): void {
	if ( '' === site_address() ) {
		return;
	}
	if ( get_query_var( 'preview' ) && ! is_user_logged_in() ) {
		// The session of the editor has ended.
		auth_redirect();
	}
	$post = is_singular() ? get_queried_object() : null;
	if ( null === $post && get_query_var( 'preview' ) ) {
		// WordPress does not find a new item whose publication was rejected before it was saved as a draft.
		$post = get_post( max( (int) get_query_var( 'p' ), (int) get_query_var( 'page_id' ) ) );
	}
	if ( ! $post instanceof WP_Post || ! isset( PREVIEW_TYPES[ $post->post_type ] ) ) {
		return;
	}
	$is_hidden = 'publish' !== $post->post_status && current_user_can( 'edit_post', $post->ID );
	if ( is_preview() || $is_hidden ) {
		open_preview( $post );
	}
}

/** Redirects to the preview of an item on the site, or tells the user why there is none. */
function open_preview( WP_Post $post ): never {
	if ( ! current_user_can( 'edit_post', $post->ID ) ) {
		refuse_preview( __( 'You are not allowed to edit this item, so you cannot preview it. Ask its author or an administrator.', 'site-companion' ), 403 );
	}
	$problems = 'event' === $post->post_type ? problems_of_dates( $post ) : array();
	if ( array() !== $problems ) {
		refuse_preview( implode( ' ', array( __( 'The site cannot show this event.', 'site-companion' ), ...array_map( __NAMESPACE__ . '\problem_sentence', $problems ) ) ), 400 );
	}
	if ( ! has_site_previews() ) {
		refuse_preview(
			__( 'Previews are not set up. Ask an administrator to enter the address of the site and the secret for previews under Settings, Site Companion.', 'site-companion' ),
			503
		);
	}
	$draft = array(
		'type' => PREVIEW_TYPES[ $post->post_type ],
		'id'   => $post->ID,
		// A draft may not have a slug yet.
		'slug' => '' === $post->post_name ? "preview-$post->ID" : rawurldecode( $post->post_name ),
		'edit' => get_edit_post_link( $post, 'raw' ),
	);
	nocache_headers();
	header( 'Referrer-Policy: no-referrer' );
	// A redirect to another host is safe here, because the host is that of the configured site.
	wp_redirect( signed_preview_link( $draft ), 302, 'Site Companion' ); // phpcs:ignore WordPress.Security.SafeRedirect
	exit;
}

/** The errors in the dates of the newest version of an event, which has no page without them. Previews show it despite other errors. */
function problems_of_dates( WP_Post $event ): array {
	$dates = array_filter( fields_of_type( 'event' ), static fn( array $field ): bool => in_array( $field['name'], array( 'start_date', 'end_date', 'time_zone' ), true ) );

	return errors_in( validate_fields( $dates, read_fields( newest_version( $event )->ID ) ) );
}

/** @param array<string, mixed> $draft The content of the preview token, without `expires`. */
function signed_preview_link( array $draft ): string {
	$payload = base64url( (string) wp_json_encode( $draft + array( 'expires' => time() + HOUR_IN_SECONDS ) ) );
	$token   = $payload . '.' . base64url( hash_hmac( 'sha256', "preview.$payload", setting( 'SITE_COMPANION_PREVIEW_SECRET' ), true ) );

	return site_address() . '/api/preview?token=' . $token;
}

function refuse_preview( string $reason, int $status ): never {
	wp_die(
		esc_html( $reason ),
		esc_html__( 'The preview cannot be shown', 'site-companion' ),
		array(
			'response'  => $status, // phpcs:ignore WordPress.Security.EscapeOutput
			'back_link' => true,
		)
	);
	exit;
}

function base64url( string $bytes ): string {
	return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
}
